#pragma once
// As much linear algebra as a fit of ratings needs: small symmetric matrices, by rows.
//
// Thread rule: compatible.

#include <cstddef>
#include <vector>

namespace jungle {

class SymmetricMatrix {
 public:
  explicit SymmetricMatrix(std::size_t size) : size_(size), values_(size * size) {}

  std::size_t size() const { return size_; }
  double operator()(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }
  void set(std::size_t row, std::size_t column, double value) {
    values_[row * size_ + column] = values_[column * size_ + row] = value;
  }
  void add(std::size_t row, std::size_t column, double value) {
    set(row, column, (*this)(row, column) + value);
  }

  std::vector<double> times(const std::vector<double>& vector) const;
  // this * middle * this
  SymmetricMatrix around(const SymmetricMatrix& middle) const;
  // By Cholesky's factors. Precondition: positive definite.
  SymmetricMatrix inverse() const;

 private:
  std::size_t size_;
  std::vector<double> values_;
};

}  // namespace jungle
